// Asks the registry's service for published weaknesses of what the product ships with, and keeps the outcome in
// docs/package-audit.md. Ends with 1 where one is beyond its time or nothing is known.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findingsOf, hasOutcome, judge, knownSince, writeReport } from './audit-report.mjs'
import { projectRoot } from './process.mjs'

const page = path.join(projectRoot, 'docs', 'package-audit.md')
const lockText = readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')
const shipped = Object.entries(JSON.parse(lockText).packages).filter(([name, { dev }]) => name !== '' && dev !== true)
const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: projectRoot, encoding: 'utf8' })
const today = new Date().toISOString().slice(0, 10)
const findings = findingsOf(asked.stdout ?? '')
const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
const rows = findings === null ? null : judge(findings, knownSince(before), today)
if (rows === null && hasOutcome(before)) {
  // What is known already stays known.
  console.error('The audit was not answered; docs/package-audit.md stays as it was.')
} else {
  const lock = createHash('sha256').update(lockText).digest('hex').slice(0, 16)
  writeFileSync(page, writeReport({ today, packages: shipped.length, lock, rows }))
  console.log(readFileSync(page, 'utf8'))
}
process.exitCode = rows === null || rows.some(({ isOverdue }) => isOverdue) ? 1 : 0
