/** A clock whose every look costs ten seconds, so that a job hands on after one part. */
export function slowClock(): () => Date {
  let ms = Date.now()
  return () => new Date((ms += 10_000))
}
