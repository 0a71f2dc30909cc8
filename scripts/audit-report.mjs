// What an audit of the packages says, as `docs/package-audit.md` keeps it. A weakness has to be mended within the days of
// docs/reference/security.md, counted from the audit that found it first: the service does not say when it was published.

/** Days within which a weakness is mended, by its rating. */
export const limitDays = { critical: 7, high: 30, moderate: 90, low: 90, info: 90 }

/** The weaknesses of an answer of `npm audit --json`; null where the service was not reached or said something else. */
export function findingsOf(text) {
  let answer
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof answer?.vulnerabilities !== 'object' || answer.vulnerabilities === null) return null
  return Object.values(answer.vulnerabilities)
    .flatMap(({ name, severity, via }) =>
      via.flatMap((cause) =>
        typeof cause === 'string'
          ? []
          : [{ name, severity: cause.severity ?? severity, title: cause.title, url: cause.url }],
      ),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.url.localeCompare(other.url))
}

/** Since when each weakness is known, by the report before. */
export function knownSince(report) {
  const rows = [...report.matchAll(/^\| `([^`]+)` +\| \w+ +\| <([^>]+)> +\| (\d{4}-\d\d-\d\d) +\|/gm)]
  return new Map(rows.map(([, name, url, since]) => [`${name} ${url}`, since]))
}

/** Whether a report has an outcome, which an audit that was not answered leaves as it is. */
export function hasOutcome(report) {
  return /^- Outcome: (?!\*\*)/m.test(report)
}

/** Each weakness with the day on which it was found and the last day to mend it. */
export function judge(findings, known, today) {
  return findings.map((finding) => {
    const since = known.get(`${finding.name} ${finding.url}`) ?? today
    const until = new Date(Date.parse(since) + (limitDays[finding.severity] ?? 90) * 86_400_000)
      .toISOString()
      .slice(0, 10)
    return { ...finding, since, until, isOverdue: until < today }
  })
}

/** The page that keeps the outcome; `rows` is null where the service was not reached. */
export function writeReport({ today, packages, lock, rows }) {
  const head = `# Audit of the packages

Written by \`npm run audit\`, which asks the registry's service for published weaknesses of the packages that the product ships
with. How soon one has to be mended stands in [security](reference/security.md#packages); the days count from the audit that
found it first. No test reads the date of this page: an audit that is older than a week is to be run again, by a person.

- Asked on: ${today}
- Packages: ${packages} of \`package-lock.json\`, whose SHA-256 begins with \`${lock}\`
`
  if (rows === null) return `${head}- Outcome: **the service was not reached**: nothing is known\n`
  if (rows.length === 0) return `${head}- Outcome: no published weakness\n`
  const overdue = rows.filter(({ isOverdue }) => isOverdue).length
  const lines = rows.map(
    ({ name, severity, url, since, until }) => `| \`${name}\` | ${severity} | <${url}> | ${since} | ${until} |`,
  )
  return `${head}- Outcome: ${rows.length} published, ${overdue} beyond their time

| package | rating | weakness | found on | to be mended by |
| ------- | ------ | -------- | -------- | --------------- |
${lines.join('\n')}
`
}
