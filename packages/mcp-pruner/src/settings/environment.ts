// The environment of this process. Nothing else in the application reads it: entry points pass it on, settings are
// read from it by the table, and a test names every variable of other programs that is looked at.
export const processEnv = process.env
