import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { build } from 'vite'
import type * as PageSignIn from './in-page/sign-in-here.ts'
import { quietPage } from './quiet-page.ts'

const variable = 'REPRISE_SIGN_IN_SCRIPT'
const name = 'reprisePageSignIn'

/** Bundles what signs a user in within a page, and makes it known to the workers of this run. */
export async function prepareSignInScript(folder: string): Promise<void> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    // Directives of React modules mean nothing here, and are warned of one by one.
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      lib: { entry: path.join(import.meta.dirname, 'in-page', 'sign-in-here.ts'), formats: ['iife'], name },
    },
  })
  const [bundle] = [result].flat()
  if (bundle === undefined || !('output' in bundle)) throw new Error('the script of the sign-in was not built')
  const file = path.join(folder, 'sign-in.js')
  writeFileSync(file, bundle.output[0].code)
  process.env[variable] = file
}

let source: string | undefined

/**
 * Signs a user in on a device that knows nobody yet, without loading the app for it; answers false where a user is
 * known, or where no script was prepared (a bench).
 */
export async function signInWithinPage(page: Page, email: string, password: string): Promise<boolean> {
  const file = process.env[variable]
  if (file === undefined) return false
  source ??= `${readFileSync(file, 'utf8')};globalThis.${name} = ${name}`
  // A document of the app's origin that runs no script of its own.
  await page.goto(quietPage)
  await page.evaluate(source)
  return page.evaluate(
    async ([key, who, secret]) => {
      const { signInHere } = (globalThis as unknown as Record<string, typeof PageSignIn>)[key]!
      return signInHere(who, secret)
    },
    [name, email, password] as const,
  )
}
