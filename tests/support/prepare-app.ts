import { mkdirSync } from 'node:fs'
import { test } from 'playwright/test'
import { startAppServer, type AppServer } from './app-server.ts'

/** Starts the product with so many items of the demo for the tests of one file, and ends it after them. */
export function prepareApp(items: number, use: (app: AppServer) => void, pictures?: string): void {
  let app: AppServer | undefined
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
    app = await startAppServer(items)
    use(app)
  })
  test.afterAll(() => app?.close())
}
