/** Initials of a person, at most two. */
export function initialsOf(firstname: string, lastname: string): string {
  const letters = [firstname, lastname].map((name) => [...name.trim()][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}
