/** How the parts of a name are put together: `reset-password` becomes `ResetPassword`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')
}

/** A name that generators give the operation: `get /api/users/{id}/permissions` is `getUsersByIdPermissions`. */
export function operationIdOf(method: string, path: string): string {
  const parts = path
    .replace(/^\/api\//, '')
    .split('/')
    .map((part) => (part.startsWith('{') ? `By${pascalCase(part.slice(1, -1))}` : pascalCase(part)))
  return `${method}${parts.join('')}`
}
