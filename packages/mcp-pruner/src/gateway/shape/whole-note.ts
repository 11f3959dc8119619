// How an answer says where the whole of it is. The reference stands last, so that it can be copied.

export const wholeNote = (what: string, ref: string | undefined): string =>
  ref === undefined ? `[${what}]` : `[${what}; the whole with artifact_read:] ${ref}`
