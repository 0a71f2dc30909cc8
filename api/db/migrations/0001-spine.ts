import { access } from './0001/access.ts'
import { catalog } from './0001/catalog.ts'
import { configuration } from './0001/configuration.ts'
import { foundation } from './0001/foundation.ts'
import { functions } from './0001/functions.ts'
import { organization } from './0001/organization.ts'
import { sync } from './0001/sync.ts'
import { warehouse } from './0001/warehouse.ts'
import type { Migration } from './migration.ts'

/** The first release: everything from accounts to the change log. Rights and policies are in `api/db/rights.ts`. */
export const spine: Migration = {
  name: '0001-spine',
  async up(run) {
    for (const part of [foundation, organization, access, catalog, configuration, warehouse, sync, functions])
      await run(part)
  },
}
