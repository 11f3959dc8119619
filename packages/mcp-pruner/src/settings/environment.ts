// The environment of this process. Nothing else in the application reads it: entry points pass it on, settings are
// read from it by the table, and a test lists every variable of other programs that is used.
export const processEnv = process.env
