import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from 'playwright/types/testReporter'
import { expenses, type Expense } from './expenses.ts'

type Spent = Record<Expense | 'flow', number>

const clockSteps = /^Wait for timeout/
const nothing = (): Spent => Object.fromEntries([...expenses, 'flow'].map((name) => [name, 0])) as Spent

/** Writes for each file of browser tests what it spent its time on, in milliseconds, to the file EXPENSES names. */
export default class ExpenseReporter implements Reporter {
  readonly #files = new Map<string, Spent>()
  readonly #slots = new Map<string, { begin: number; end: number; worked: number }>()
  readonly #root = process.cwd()

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = path.relative(this.#root, test.location.file)
    const spent = this.#files.get(file) ?? nothing()
    this.#files.set(file, spent)
    const booked = result.steps.reduce((sum, step) => sum + book(step, spent), 0)
    spent.flow += Math.max(0, result.duration - booked)
    const slot = this.#slots.get(String(result.parallelIndex)) ?? { begin: Infinity, end: 0, worked: 0 }
    const begin = result.startTime.getTime()
    this.#slots.set(String(result.parallelIndex), {
      begin: Math.min(slot.begin, begin),
      end: Math.max(slot.end, begin + result.duration),
      worked: slot.worked + result.duration,
    })
  }

  onEnd(_result: FullResult): void {
    const place = process.env.EXPENSES
    if (!place) return
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(
      place,
      JSON.stringify({ files: Object.fromEntries(this.#files), workers: Object.fromEntries(this.#slots) }, null, 1),
    )
  }

  printsToStdio(): boolean {
    return false
  }
}

// Steps within an expense count towards it; steps beside one, towards the step that contains them.
function book(step: TestStep, spent: Spent): number {
  const expense = expenses.find((name) => step.category === 'test.step' && step.title === name)
  const on = expense ?? (clockSteps.test(step.title) ? 'clock' : undefined)
  if (on === undefined) return step.steps.reduce((sum, inner) => sum + book(inner, spent), 0)
  spent[on] += step.duration
  return step.duration
}
