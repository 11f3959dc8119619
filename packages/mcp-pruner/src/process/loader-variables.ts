// Variables that make a program run code before, or besides, the requested command. A request may
// not set them: a command should do what it says. HOME, EDITOR, PYTHONPATH and GIT_DIR are allowed:
// people set them to run a command elsewhere, and a command could set them itself.

const PREFIXES = ['LD_', 'DYLD_', 'BASH_FUNC_', 'GIT_CONFIG', 'NPM_CONFIG_']
const VARIABLES: ReadonlySet<string> = new Set(
  `BASH_ENV BASHOPTS BROWSER CARGO_BUILD_RUSTC_WRAPPER CURL_HOME CVS_RSH ENV GCONV_PATH
  GIT_ASKPASS GIT_EDITOR GIT_EXEC_PATH GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_SEQUENCE_EDITOR
  GIT_SSH GIT_SSH_COMMAND GIT_TEMPLATE_DIR GOFLAGS IFS INPUTRC JAVA_TOOL_OPTIONS
  JDK_JAVA_OPTIONS LESSCLOSE LESSOPEN LOCPATH NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE
  PERL5DB PERL5LIB PERL5OPT PROMPT_COMMAND PS4 PYTHONBREAKPOINT PYTHONHOME PYTHONINSPECT
  PYTHONSTARTUP PYTHONUSERBASE RSYNC_RSH RUBYLIB RUBYOPT RUSTC RUSTC_WRAPPER SHELLOPTS
  SSH_ASKPASS SUDO_ASKPASS VISUAL WGETRC XDG_CONFIG_DIRS XDG_CONFIG_HOME ZDOTDIR _JAVA_OPTIONS
  _JEEVES_CALL`.split(/\s+/),
)
/** Harmless with their usual value. */
const PAGERS: ReadonlySet<string> = new Set(['GIT_PAGER', 'MANPAGER', 'PAGER', 'SYSTEMD_PAGER'])

export const runsPrograms = (name: string, value: unknown): boolean =>
  VARIABLES.has(name) ||
  PREFIXES.some((prefix) => name.startsWith(prefix)) ||
  (PAGERS.has(name) && value !== 'cat' && value !== '')
