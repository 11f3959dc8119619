// Every format that an install writes, behind one interface.
import type { FileEdit } from '../agent-client.js'
import { type ConfigFormat, type Json, lineEnding } from '../config/config-edit.js'
import { jsonConfig } from '../config/json-config.js'
import { tomlConfig } from '../config/toml-config.js'
import { yamlConfig } from '../config/yaml-config.js'

export type FormatName = FileEdit['format']

const textOf = (value: Json): string => (typeof value === 'string' ? value : '')

/** A text for people and models, to which one line is added. */
const lineConfig: ConfigFormat = {
  parse: (text) => text,
  add(text, wanted) {
    const line = textOf(wanted.value)
    if (text.split(/\r?\n/).includes(line)) return { text }
    const eol = lineEnding(text)
    const lead = text === '' || text.endsWith('\n') ? '' : eol
    return {
      text: `${text}${lead}${line}${eol}`,
      undo: { ...wanted, madeKeys: 0, madeComma: false },
    }
  },
  remove(text, { value }) {
    const lines = text.split('\n')
    const at = lines.findLastIndex((line) => line.replace(/\r$/, '') === value)
    return at < 0 ? text : lines.toSpliced(at, 1).join('\n')
  },
}

/** A file of our own: written whole, removed whole. */
const ownConfig: ConfigFormat = {
  parse: (text) => text,
  add: (text, wanted) =>
    text === wanted.value
      ? { text }
      : { text: textOf(wanted.value), undo: { ...wanted, madeKeys: 0, madeComma: false } },
  remove: () => '',
}

export const CONFIG_FORMATS: Readonly<Record<FormatName, ConfigFormat>> = {
  json: jsonConfig,
  toml: tomlConfig,
  yaml: yamlConfig,
  line: lineConfig,
  own: ownConfig,
}

/** Nothing that anybody wrote is left in it. */
export const isEmptyConfig = (text: string): boolean => /^\s*(?:\{\s*\}\s*)?$/.test(text)
