import { useState } from 'react'
import type { Entity } from '#domain/organization/entity.schema.ts'
import { createOrganizationCall, patchOrganizationCall } from '#sync/calls/entity.ts'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import { faultKey } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { organizationKey } from '../organization-calls.ts'
import { changedOf, type EntityField } from './entity-draft.ts'

/** Saves an entity in the version that its form began with; what is wrong with one field is told of that field. */
export function useSaveEntity(entity: OrganizationAnswer | null, onFault: (field: EntityField, code: string) => void) {
  const http = useHttp()
  // One that is sent again, because nobody knows what became of it, is not made twice.
  const [id] = useState(() => crypto.randomUUID())
  return useSaveToList({
    send: (next: Entity) =>
      entity === null
        ? http(createOrganizationCall, { body: { ...next, id } })
        : http(patchOrganizationCall, {
            params: { id: entity.id },
            body: changedOf(entity, next),
            ifMatch: entity.version,
          }),
    queryKey: organizationKey,
    to: { to: '/entities' },
    message: entity === null ? 'created' : 'saved',
    onRefused: (error) => {
      if (error.field !== undefined) onFault(error.field as EntityField, faultKey(error))
    },
  })
}
