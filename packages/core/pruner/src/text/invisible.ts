// Characters that take no space: between the characters of a line they make it another one that looks the same.

const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')
