import type { StoredUser } from '#web/lib/local-storage.ts'
import { can } from '#web/lib/permission.ts'

/** The name of the user's organisation, or the text that stands for it (SHELL-38). */
export function organizationLabel(
  user: StoredUser,
): { readonly name: string } | { readonly text: 'defaultOrganization' | 'noOrganization' } {
  const name = user.currentOrganization?.commonName
  if (name) return { name }
  return { text: can(user, 'organization.default_label') ? 'defaultOrganization' : 'noOrganization' }
}
