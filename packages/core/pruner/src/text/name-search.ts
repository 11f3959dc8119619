// Whether a text contains a name, ignoring case.

export function searchIgnoringCase({ text }: { readonly text: string }): (name: string) => boolean {
  let lowered: string | undefined
  return (name) => {
    lowered ??= text.toLowerCase()
    return lowered.includes(name.toLowerCase())
  }
}
