import 'i18next'
import type access from '#locales/fr-FR/access.json' with { type: 'json' }
import type branding from '#locales/fr-FR/branding.json' with { type: 'json' }
import type buyback from '#locales/fr-FR/buyback.json' with { type: 'json' }
import type catalog from '#locales/fr-FR/catalog.json' with { type: 'json' }
import type circuit from '#locales/fr-FR/circuit.json' with { type: 'json' }
import type checkout from '#locales/fr-FR/checkout.json' with { type: 'json' }
import type compliance from '#locales/fr-FR/compliance.json' with { type: 'json' }
import type client from '#locales/fr-FR/client.json' with { type: 'json' }
import type common from '#locales/fr-FR/common.json' with { type: 'json' }
import type connector from '#locales/fr-FR/connector.json' with { type: 'json' }
import type counter from '#locales/fr-FR/counter.json' with { type: 'json' }
import type customer from '#locales/fr-FR/customer.json' with { type: 'json' }
import type design from '#locales/fr-FR/design.json' with { type: 'json' }
import type delivery from '#locales/fr-FR/delivery.json' with { type: 'json' }
import type dispatch from '#locales/fr-FR/dispatch.json' with { type: 'json' }
import type document from '#locales/fr-FR/document.json' with { type: 'json' }
import type entity from '#locales/fr-FR/entity.json' with { type: 'json' }
import type errors from '#locales/fr-FR/errors.json' with { type: 'json' }
import type expedition from '#locales/fr-FR/expedition.json' with { type: 'json' }
import type catalogExport from '#locales/fr-FR/catalog-export.json' with { type: 'json' }
import type tracking from '#locales/fr-FR/tracking.json' with { type: 'json' }
import type home from '#locales/fr-FR/home.json' with { type: 'json' }
import type catalogImport from '#locales/fr-FR/catalog-import.json' with { type: 'json' }
import type item from '#locales/fr-FR/item.json' with { type: 'json' }
import type job from '#locales/fr-FR/job.json' with { type: 'json' }
import type journey from '#locales/fr-FR/journey.json' with { type: 'json' }
import type organization from '#locales/fr-FR/organization.json' with { type: 'json' }
import type payment from '#locales/fr-FR/payment.json' with { type: 'json' }
import type quarantine from '#locales/fr-FR/quarantine.json' with { type: 'json' }
import type refurb from '#locales/fr-FR/refurb.json' with { type: 'json' }
import type register from '#locales/fr-FR/register.json' with { type: 'json' }
import type scan from '#locales/fr-FR/scan.json' with { type: 'json' }
import type settings from '#locales/fr-FR/settings.json' with { type: 'json' }
import type setup from '#locales/fr-FR/setup.json' with { type: 'json' }
import type sftp from '#locales/fr-FR/sftp.json' with { type: 'json' }
import type shell from '#locales/fr-FR/shell.json' with { type: 'json' }
import type sso from '#locales/fr-FR/sso.json' with { type: 'json' }
import type stock from '#locales/fr-FR/stock.json' with { type: 'json' }
import type sync from '#locales/fr-FR/sync.json' with { type: 'json' }
import type user from '#locales/fr-FR/user.json' with { type: 'json' }
import type warehouse from '#locales/fr-FR/warehouse.json' with { type: 'json' }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    enableSelector: true
    resources: {
      access: typeof access
      branding: typeof branding
      buyback: typeof buyback
      catalog: typeof catalog
      client: typeof client
      common: typeof common
      checkout: typeof checkout
      circuit: typeof circuit
      compliance: typeof compliance
      connector: typeof connector
      counter: typeof counter
      customer: typeof customer
      design: typeof design
      delivery: typeof delivery
      dispatch: typeof dispatch
      document: typeof document
      entity: typeof entity
      errors: typeof errors
      expedition: typeof expedition
      'catalog-export': typeof catalogExport
      tracking: typeof tracking
      home: typeof home
      'catalog-import': typeof catalogImport
      item: typeof item
      job: typeof job
      journey: typeof journey
      organization: typeof organization
      payment: typeof payment
      quarantine: typeof quarantine
      refurb: typeof refurb
      register: typeof register
      scan: typeof scan
      settings: typeof settings
      setup: typeof setup
      sftp: typeof sftp
      shell: typeof shell
      sso: typeof sso
      stock: typeof stock
      sync: typeof sync
      user: typeof user
      warehouse: typeof warehouse
    }
  }
}
