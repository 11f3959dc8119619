// Whether a text contains a name, ignoring case.

/** A text in small letters, as long as it is in use: several stages search it. */
const lowered = new WeakMap<object, string>()

export const searchIgnoringCase = (split: { readonly text: string }) => (name: string) => {
  const text = lowered.get(split) ?? split.text.toLowerCase()
  lowered.set(split, text)
  return text.includes(name.toLowerCase())
}
