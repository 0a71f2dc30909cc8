// `npm run register:verify`: follows the hash chain of every account's register of purchases, in the data folder or the
// DATABASE_URL given. Ends with 1 where a line is missing or changed.
import path from 'node:path'
import { Sentence, endWith, projectEnvironment, projectNode, projectRoot, run } from './process.mjs'
import { migrationEnvironment, readSettings } from './environment.mjs'
import { joinDataFolder } from './data-folder.mjs'

async function verifyRegister() {
  const settings = readSettings()
  if (settings.ownServer && !settings.ownServer.ownerUrl)
    throw new Sentence('Verifying the register needs DATABASE_OWNER_URL.')
  const database = settings.ownServer ?? (await joinDataFolder(settings.dataFolder))
  try {
    const env = projectEnvironment(migrationEnvironment(settings, database))
    return await run(projectNode(), [path.join(projectRoot, 'api/db/verify-register.ts')], { env })
  } finally {
    await database.close?.()
  }
}

verifyRegister().then((code) => process.exit(code), endWith)
