export function firefox(): string | null
export function webkit(): { readonly driver: string; readonly screen: string; readonly browser: string } | null
export const enginesMissing: string
