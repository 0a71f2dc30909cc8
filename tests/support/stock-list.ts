import type { Page } from 'playwright/test'

/** The list of the items in stock. */
export const tableOf = (page: Page) => page.getByRole('grid', { name: 'Liste des produits en stock' })

/** Its rows that have been read. */
export const rowsOf = (page: Page) => tableOf(page).locator('[data-index]:not([aria-busy])')
