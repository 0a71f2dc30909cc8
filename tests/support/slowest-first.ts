import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowFiles } from './slow-files.ts'

const root = realpathSync(path.join(import.meta.dirname, '../..'))

/**
 * Begins with the files that take long, so that no worker is alone with one of them at the end. Vitest does so by what it
 * has measured on a machine; on one that is new to it, by the files' sizes, which say little.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications)
    const seed = process.env['FILE_ORDER_SEED']
    if (seed !== undefined) return shuffled(sorted, seed)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const placeOf = ({ project }: TestSpecification): number => projects.indexOf(project.name)
    const secondsOf = ({ moduleId }: TestSpecification): number => slowFiles[path.relative(root, moduleId)] ?? 0
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || secondsOf(b) - secondsOf(a))
  }
}

function shuffled(specifications: TestSpecification[], seed: string): TestSpecification[] {
  const drawn = ({ moduleId }: TestSpecification): string =>
    createHash('sha256')
      .update(seed + path.relative(root, moduleId))
      .digest('hex')
  return specifications.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1))
}
