/** Sectors for which a new client may begin with a catalog and a workshop. */
export const clientTemplates = ['phones', 'computers', 'bikes'] as const
export type ClientTemplateKey = (typeof clientTemplates)[number]
