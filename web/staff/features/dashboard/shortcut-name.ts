import type { CustomTypeOptions } from 'i18next'

/** Names of pages, as the menu's texts have them. */
export type ShortcutName = keyof CustomTypeOptions['resources']['shell']['menu']
