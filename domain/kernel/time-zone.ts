/** Whether a name is one of a time zone. */
export function isTimeZone(name: string): boolean {
  // An offset is a zone of this function, and none of the database's.
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
