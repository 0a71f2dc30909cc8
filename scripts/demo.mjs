// `npm run demo -- --items N`: loads the demo account at a scale, into the data folder or the DATABASE_URL given.
import path from 'node:path'
import { Sentence, endWith, projectEnvironment, projectNode, projectRoot, run } from './process.mjs'
import { migrationEnvironment, readSettings } from './environment.mjs'
import { joinDataFolder } from './data-folder.mjs'

async function loadDemo() {
  const settings = readSettings()
  if (settings.ownServer && !settings.ownServer.ownerUrl)
    throw new Sentence('The demo generator needs DATABASE_OWNER_URL.')
  const database = settings.ownServer ?? (await joinDataFolder(settings.dataFolder))
  try {
    const env = projectEnvironment(migrationEnvironment(settings, database))
    for (const script of ['api/db/migrate.ts', 'api/db/demo/main.ts']) {
      const args = script.includes('demo') ? process.argv.slice(2) : []
      const code = await run(projectNode(), [path.join(projectRoot, script), ...args], { env })
      if (code !== 0) return code
    }
    return 0
  } finally {
    await database.close?.()
  }
}

loadDemo().then((code) => process.exit(code), endWith)
