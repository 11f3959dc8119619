// Configuration files as people have them: comments, other servers, odd indentation, keys that are not ours.

export interface ClientFixture {
  readonly client: string
  /** What is odd about it, for the table in docs/install.md. */
  readonly oddity: string
  /** Under the home folder. */
  readonly file: string
  readonly text: string
  /** What the file must contain about the server, found by a plain search. */
  readonly holds: readonly string[]
}

export const FIXTURES: readonly ClientFixture[] = [
  {
    client: 'claude',
    oddity: 'another server, no newline at the end',
    file: '.claude.json',
    text: '{\n  "numStartups": 41,\n  "tipsHistory": {"a": 1},\n  "mcpServers": {\n    "github": {"type": "http", "url": "https://x"}\n  },\n  "projects": {"/p": {"mcpServers": {}}}\n}',
    holds: ['"pruner"', '"alwaysLoad": true', '"github"'],
  },
  {
    client: 'codex',
    oddity: 'comments, tables inside tables, odd indentation',
    file: '.codex/config.toml',
    text: '# my settings\nmodel = "gpt-5"      # the good one\n\n[mcp_servers.docs]\ncommand = \'npx\'\nargs = ["-y", "docs"]\n\n  [mcp_servers.docs.env]\n  KEY = "v"\n\n[projects."/p"]\ntrust_level = "trusted"\n',
    holds: ['[mcp_servers.pruner]', '# the good one'],
  },
  {
    client: 'gemini',
    oddity: 'tabs, comments, trailing commas',
    file: '.gemini/settings.json',
    text: '{\n\t// tabs here\n\t"theme": "Default",\n\t"mcpServers": {\n\t\t"other": { "command": "x" }, // keep me\n\t},\n}\n',
    holds: ['"trust": true', '// keep me'],
  },
  {
    client: 'qwen',
    oddity: 'one line, another server',
    file: '.qwen/settings.json',
    text: '{"security":{"auth":{"selectedType":"openai"}},"mcpServers":{"a":{"command":"x"}}}',
    holds: ['"alwaysLoadTools":true'],
  },
  {
    client: 'opencode',
    oddity: 'comments in an empty list of servers, trailing commas',
    file: '.config/opencode/opencode.jsonc',
    text: '{\n  "$schema": "https://opencode.ai/config.json",\n  /* servers */\n  "mcp": {\n    // none yet\n  },\n  "theme": "x",\n}\n',
    holds: ['"type": "local"', '// none yet'],
  },
  {
    client: 'kilo',
    oddity: 'four spaces, no servers yet',
    file: '.config/kilo/kilo.json',
    text: '{\n    "model": "m"\n}\n',
    holds: ['"mcp": {', '    "model": "m"'],
  },
  {
    client: 'copilot',
    oddity: 'Windows line endings, another server',
    file: '.copilot/mcp-config.json',
    text: '{\r\n  "mcpServers": {\r\n    "a": {\r\n      "type": "local",\r\n      "command": "x"\r\n    }\r\n  }\r\n}\r\n',
    holds: ['"tools": ['],
  },
  {
    client: 'cline',
    oddity: 'an empty list of servers',
    file: '.cline/data/settings/cline_mcp_settings.json',
    text: '{\n  "mcpServers": {}\n}\n',
    holds: ['"transport": {'],
  },
  {
    client: 'droid',
    oddity: 'one line with spaces, another server',
    file: '.factory/mcp.json',
    text: '{ "mcpServers": { "linear": { "type": "http", "url": "https://x" } } }\n',
    holds: ['"disabled":false', '"linear"'],
  },
  {
    client: 'continue',
    oddity: 'YAML with comments, blank lines, flow lists',
    file: '.continue/config.yaml',
    text: 'name: mine   # odd\nversion: 0.0.1\nschema: v1\nmodels:\n    - name: a\n      provider: openai\nmcpServers:\n    - name: other   # first\n      command: x\n      args: [ "-y" ]\n\n# end of file\n',
    holds: ['    - name: pruner', '# first', '# end of file'],
  },
  {
    client: 'cursor',
    oddity: 'three spaces, closing brackets in one line',
    file: '.cursor/mcp.json',
    text: '{\n   "mcpServers": {\n      "a": {"command": "x"}}}\n',
    holds: ['"MCP_PRUNER_OUTPUT": "text"'],
  },
  {
    client: 'vscode',
    oddity: 'tabs, keys behind ours, no newline at the end',
    file: '.config/Code/User/mcp.json',
    text: '{\n\t"servers": {\n\t\t"a": {\n\t\t\t"url": "https://x"\n\t\t}\n\t},\n\t"inputs": []\n}',
    holds: ['"MCP_PRUNER_OUTPUT": "text"', '"inputs": []'],
  },
  {
    client: 'amp',
    oddity: 'a key with a dot, comments',
    file: '.config/amp/settings.json',
    text: '{\n  "amp.notifications.enabled": true,\n  // servers\n  "amp.mcpServers": { "a": { "command": "x" } }\n}\n',
    holds: ['"MCP_PRUNER_OUTPUT":"text"', '// servers'],
  },
  {
    client: 'auggie',
    oddity: 'empty',
    file: '.augment/settings.json',
    text: '{}',
    holds: ['"MCP_PRUNER_OUTPUT": "text"'],
  },
]
