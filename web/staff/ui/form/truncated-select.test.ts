import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const staff = path.join(import.meta.dirname, '../..')

// The options of these lists are written in the code, a handful each; options that come from data may grow beyond 30.
const closedLists = [
  'app/design-system/field-samples.tsx',
  'app/design-system/screen-samples.tsx',
  'app/language-select.tsx',
  'app/session-switch.tsx',
  'features/buyback/list/predeclared-page.tsx',
  'features/catalog-files/import/changes-list.tsx',
  // More sheets than 30 are in one that shortens them.
  'features/catalog-files/import/check-step.tsx',
  'features/catalog-files/import/choose-step.tsx',
  // The columns that an import reads.
  'features/catalog-files/import/columns-table.tsx',
  'features/catalog/category-form/category-fields.tsx',
  'features/catalog/questions/answer-fields.tsx',
  'features/circuit/add-button.tsx',
  'features/circuit/instruction-fields.tsx',
  'features/circuit/modifier-fields.tsx',
  'features/circuit/payment-mode-form.tsx',
  'features/client/client-general-tab.tsx',
  'features/client/first-user-fields.tsx',
  'features/connector/property-field.tsx',
  'features/delivery/event-dialog.tsx',
  // Ten products of a search at most.
  'features/design/home/product-choice.tsx',
  'features/dispatch/dispatch-rule-page.tsx',
  'features/dispatch/transport-page.tsx',
  'features/document/printer-page.tsx',
  'features/item/items-filters.tsx',
  'features/job/jobs-page.tsx',
  'features/organization/entity/identity-fields.tsx',
  'features/organization/entity/type-field.tsx',
  'features/organization/user/module-rows.tsx',
  'features/organization/user/user-form.tsx',
  'features/payment/payments-due-page.tsx',
  'features/quarantine/quarantine-page.tsx',
  'features/settings/session-limits.tsx',
  'features/settings/sso-page.tsx',
  'features/settings/sso-roles.tsx',
  // Days, of which there are ten at most.
  'features/settings/tim-settings-page.tsx',
  'features/stock/admin/count-list-page.tsx',
  'features/stock/admin/stock-list-page.tsx',
  'ui/list/data-list.tsx',
]

// The selects of the office and of the floor that say how many others there are.
const shortening = ['ui/form/truncated-select.tsx', 'ui/floor/floor-field.tsx']

it('every select but those of a closed list is one that shortens its options (SHELL-12)', () => {
  const files = readdirSync(staff, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.') && !shortening.includes(name))
  const plain = files.filter((name) =>
    /<(select|Select|MultiSelect|TagsInput|Autocomplete|NativeSelect)\b/.test(
      readFileSync(path.join(staff, name), 'utf8'),
    ),
  )
  expect(plain.toSorted()).toEqual(closedLists)
})
