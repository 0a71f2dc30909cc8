// What the JSON report of a runner says of a planted defect: caught, passed or broken.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * The verdict of a run. Only a test that has failed catches a defect: a run that failed otherwise, or that ran no test,
 * is broken. `by` is the first failed test, with its file and the first line of its reason.
 */
export function verdictOf(runner, report, tree, endedWell) {
  const json = readReport(report)
  if (json === null) return { state: 'broken', why: 'the runner wrote no report' }
  const { failed, passed, faults } = runner === 'playwright' ? ofPlaywright(json) : ofVitest(json, tree)
  if (failed.length > 0) return { state: 'caught', by: failed[0] }
  if (faults.length > 0) return { state: 'broken', why: firstLine(faults[0]) }
  if (!endedWell) return { state: 'broken', why: 'the runner failed without a failed test' }
  return passed > 0 ? { state: 'passed' } : { state: 'broken', why: 'no test was run' }
}

function readReport(report) {
  try {
    return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  } catch {
    return null
  }
}

function ofVitest({ testResults, numPassedTests }, tree) {
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file: relativeTo(tree, name),
        test: fullName,
        reason: firstLine(failureMessages[0]),
      })),
  )
  const faults = testResults.filter(({ status }) => status === 'failed').map(({ message }) => message)
  return { failed, passed: numPassedTests, faults }
}

function ofPlaywright({ suites, errors, stats }) {
  const specs = suites.flatMap(specsOf)
  const failed = specs
    .filter(({ ok, tests }) => !ok && tests.some(({ status }) => status === 'unexpected'))
    .map(({ file, title, tests }) => ({
      file: path.posix.join('tests/e2e', path.basename(file)),
      test: title,
      reason: firstLine(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message),
    }))
  return { failed, passed: stats.expected, faults: errors.map(({ message }) => message) }
}

const specsOf = ({ suites = [], specs = [] }) => [...suites.flatMap(specsOf), ...specs]

function relativeTo(tree, file) {
  const real = (name) => (existsSync(name) ? realpathSync(name) : name)
  return path.relative(real(tree), real(file))
}

function firstLine(text) {
  return stripVTControlCharacters(text ?? 'no reason given').split('\n')[0]
}
