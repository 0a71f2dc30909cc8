import { expect, test } from 'vitest'
import { neededAtOnce } from '../../vite.barrels.ts'
import type { ModuleFacts } from '../../vite.chunks.ts'

const core = '/app/node_modules/@mantine/core/esm'
const facts = (code: string, ...importedIds: string[]): ModuleFacts => ({
  code,
  importedIds,
  dynamicallyImportedIds: [],
})
const modules: Record<string, ModuleFacts> = {
  [`${core}/index.mjs`]: facts(
    `import { RemoveScroll } from "react-remove-scroll"
     import { Button } from "./components/Button/Button.mjs"
     export { Button, RemoveScroll }
     export { Modal as Dialog } from "./components/Modal/Modal.mjs"`,
    '/app/node_modules/react-remove-scroll/dist/index.js',
    `${core}/components/Button/Button.mjs`,
    `${core}/components/Modal/Modal.mjs`,
  ),
}
const graph = { getModuleInfo: (id: string) => modules[id] ?? null }
const needed = (code: string) => neededAtOnce(graph, facts(code, '/app/web/other.ts', `${core}/index.mjs`))

test('a module that imports a button of the component library does not need its modals', () => {
  expect(needed(`import { Button } from "@mantine/core"`)).toEqual([
    '/app/web/other.ts',
    `${core}/components/Button/Button.mjs`,
  ])
})

test('a name that the library passes on from another package leads to that package', () => {
  expect(needed(`import { RemoveScroll as Lock, Dialog } from "@mantine/core"`)).toEqual([
    '/app/web/other.ts',
    '/app/node_modules/react-remove-scroll/dist/index.js',
    `${core}/components/Modal/Modal.mjs`,
  ])
})

test('a name that is not found, all of them, or names that are passed on need the whole library', () => {
  for (const code of [
    `import * as all from "@mantine/core"`,
    `import { Unknown } from "@mantine/core"`,
    `import "@mantine/core"`,
    `export { Button } from "@mantine/core"`,
  ])
    expect(needed(code)).toEqual(['/app/web/other.ts', `${core}/index.mjs`])
})
