import { test } from 'playwright/test'
import { startAppServer, type AppServer } from './app-server.ts'

/** The first file of a run that asks for so many items loads them, on a machine under load for minutes. */
export const demoLimitMs = 420_000

/** Starts the product with so many items of the demo for the tests of one file, and ends it after them. */
export function prepareApp(items: number, use: (app: AppServer) => unknown): void {
  let app: AppServer | undefined
  test.beforeAll(async () => {
    test.setTimeout(demoLimitMs)
    app = await startAppServer(items)
    await use(app)
  })
  test.afterAll(() => app?.close())
}
