import 'i18next'
import type access from '#locales/fr-FR/access.json' with { type: 'json' }
import type compliance from '#locales/fr-FR/compliance.json' with { type: 'json' }
import type common from '#locales/fr-FR/common.json' with { type: 'json' }
import type design from '#locales/fr-FR/design.json' with { type: 'json' }
import type dispatch from '#locales/fr-FR/dispatch.json' with { type: 'json' }
import type document from '#locales/fr-FR/document.json' with { type: 'json' }
import type errors from '#locales/fr-FR/errors.json' with { type: 'json' }
import type expedition from '#locales/fr-FR/expedition.json' with { type: 'json' }
import type home from '#locales/fr-FR/home.json' with { type: 'json' }
import type items from '#locales/fr-FR/items.json' with { type: 'json' }
import type organization from '#locales/fr-FR/organization.json' with { type: 'json' }
import type quarantine from '#locales/fr-FR/quarantine.json' with { type: 'json' }
import type refurb from '#locales/fr-FR/refurb.json' with { type: 'json' }
import type scan from '#locales/fr-FR/scan.json' with { type: 'json' }
import type shell from '#locales/fr-FR/shell.json' with { type: 'json' }
import type stock from '#locales/fr-FR/stock.json' with { type: 'json' }
import type sync from '#locales/fr-FR/sync.json' with { type: 'json' }
import type warehouse from '#locales/fr-FR/warehouse.json' with { type: 'json' }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    enableSelector: true
    resources: {
      access: typeof access
      common: typeof common
      compliance: typeof compliance
      design: typeof design
      dispatch: typeof dispatch
      document: typeof document
      errors: typeof errors
      expedition: typeof expedition
      home: typeof home
      items: typeof items
      organization: typeof organization
      quarantine: typeof quarantine
      refurb: typeof refurb
      scan: typeof scan
      shell: typeof shell
      stock: typeof stock
      sync: typeof sync
      warehouse: typeof warehouse
    }
  }
}
