import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { slowFiles } from '../support/slow-files.ts'

it('the files of tests that a run begins with are there', () => {
  const root = path.join(import.meta.dirname, '../..')
  expect(Object.keys(slowFiles).filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
