// Patterns of keys, tokens and passwords: the usual formats. A false positive loses nothing,
// it is only stored encrypted. Each pattern is tried only where one of its hints occurs.

import { hintFinder } from './hint-finder.js'

interface SecretPattern {
  readonly name: string
  readonly hints: readonly string[]
  /** Bounded quantifiers, so that no text makes it slow. */
  readonly pattern: RegExp
}

const NAMES =
  'password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret'

const PATTERNS: readonly SecretPattern[] = [
  { name: 'AWS key', hints: ['AKIA', 'ASIA'], pattern: /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g },
  {
    name: 'GitHub token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})/g,
  },
  { name: 'GitLab token', hints: ['glpat-'], pattern: /\bglpat-[\w-]{20,255}/g },
  {
    name: 'Slack token',
    hints: ['xox', 'xapp-'],
    pattern: /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,255}/g,
  },
  {
    name: 'Slack hook',
    hints: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\/services\/[\w/]{20,100}/g,
  },
  { name: 'API key', hints: ['sk-'], pattern: /\bsk-[A-Za-z0-9_-]{20,255}/g },
  {
    name: 'Google key',
    hints: ['AIza', 'ya29.', 'GOCSPX-'],
    pattern: /\b(?:AIza[\w-]{35}|ya29\.[\w-]{20,255}|GOCSPX-[\w-]{20,60})/g,
  },
  {
    name: 'Stripe key',
    hints: ['_live_', '_test_', 'whsec_'],
    pattern: /\b(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/]{24,255})/g,
  },
  {
    name: 'package token',
    hints: ['npm_', 'pypi-', 'dop_v1_', 'hf_'],
    pattern:
      /\b(?:npm_[A-Za-z0-9]{36}|pypi-[\w-]{30,255}|dop_v1_[0-9a-f]{64}|hf_[A-Za-z0-9]{30,60})/g,
  },
  { name: 'SendGrid key', hints: ['SG.'], pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g },
  { name: 'Azure key', hints: ['AccountKey='], pattern: /AccountKey=[A-Za-z0-9+/=]{40,120}/g },
  { name: 'JWT', hints: ['eyJ'], pattern: /\beyJ[\w-]{8,4000}\.[\w-]{8,8000}\.[\w-]{8,2000}/g },
  {
    name: 'private key',
    hints: ['PRIVATE KEY'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{0,20000}?-----END [A-Z0-9 ]{0,60}-----)?/g,
  },
  {
    name: 'password in an address',
    hints: ['://'],
    pattern: /:\/\/[^\s:/@]{0,100}:[^\s/@]{1,200}@/g,
  },
  {
    name: 'authorization',
    hints: ['earer ', 'EARER ', 'asic '],
    pattern: /\b(?:bearer|basic) [A-Za-z0-9._~+/=-]{16,4000}/gi,
  },
  {
    name: 'value of a secret',
    hints: ['SECRET', 'TOKEN', 'PASSW', 'PASSPHRASE', 'KEY', 'CREDENTIAL'],
    pattern:
      /(?<![A-Za-z0-9_])[A-Z0-9_]{0,40}(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)[A-Z0-9_]{0,40} {0,4}[=:] {0,4}["']?[^\s"']{8,4000}/g,
  },
  {
    name: 'value of a secret',
    hints: ['assw', 'ecret', 'assphrase', 'key', 'Key', 'oken'],
    pattern: new RegExp(`\\b(?:${NAMES})["']? {0,4}[:=] {0,4}["'][^"'\\s]{8,4000}["']`, 'gi'),
  },
]

/** Made when a text is stored for the first time. */
let hintsIn: ReturnType<typeof hintFinder> | undefined

function present(text: string): readonly SecretPattern[] {
  hintsIn ??= hintFinder(PATTERNS.flatMap(({ hints }) => hints))
  const found = hintsIn(text)
  return PATTERNS.filter(({ hints }) => hints.some((hint) => found.has(hint)))
}

export const holdsSecret = (text: string): boolean =>
  present(text).some(({ pattern }) => text.search(pattern) !== -1)

/** Replaces each with a name; lines stay lines. */
export const maskSecrets = (text: string): string =>
  present(text).reduce(
    (masked, { name, pattern }) =>
      masked.replace(pattern, (found) => `⟨${name}⟩${'\n'.repeat(found.split('\n').length - 1)}`),
    text,
  )
