import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { entitySchema, type Entity } from '#domain/organization/entity.schema.ts'
import type { PlaceChecks } from '#domain/organization/entity.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import { useFormat, useSignedInUser } from '#web/lib/platform.tsx'
import { likelyCountry } from '#web/lib/session.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { AddressFields, PositionFields } from './place-fields.tsx'
import {
  checkEntity,
  draftOf,
  withType,
  type EntityDraft,
  type EntityFaults,
  type EntityField,
} from './entity-draft.ts'
import { IdentityFields } from './identity-fields.tsx'
import { HierarchyFields } from './hierarchy-fields.tsx'
import { TypeField } from './type-field.tsx'
import { VisitFields } from './visit-fields.tsx'
import { BlockingReferences } from './blocking-references.tsx'
import { useSaveEntity } from './use-save-entity.ts'

const noFaults: EntityFaults = new Map()

function firstDraft(entity: OrganizationAnswer | null, newType: OrganizationType | null, country: string): EntityDraft {
  const draft = draftOf(entity, country)
  return entity === null && newType !== null ? withType(draft, newType) : draft
}

/** The form of an entity: its type first, then what is asked of one of that type (ORG-14 to ORG-23). */
export function EntityForm(props: {
  readonly entity: OrganizationAnswer | null
  /** The type with which the form of a new entity begins. */
  readonly newType?: OrganizationType | null
  readonly onReload: () => void
}) {
  const { entity, newType = null, onReload } = props
  const { t, i18n } = useTranslation(['entity', 'common'])
  const user = useSignedInUser()
  const isAtTop = user.userType !== 'management_unit_manager'
  const checks = useQuery({ queryKey: ['place-checks'], queryFn: readChecks, staleTime: Infinity }).data ?? null
  const [began, setBegan] = useState(() => firstDraft(entity, newType, likelyCountry(user, i18n.language)))
  const [draft, setDraft] = useState<EntityDraft>(began)
  const [faults, setFaults] = useState(noFaults)
  const [modal, setModal] = useState<ModalData | null>(null)
  const saving = useSaveEntity(entity, (field, code) => setFaults(new Map([[field, code]])))
  const facts = { checks, isAtTop, before: entity }

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const checked = checkEntity(draft, facts)
    setFaults(checked.ok ? noFaults : checked.error)
    if (checked.ok) return send(checked.value)
    focusFirstFault(event.currentTarget)
  }
  const send = (next: Entity): void => {
    if (entity?.status !== 'active' || next.status === 'active') return saving.mutate(next)
    setModal({
      title: t(($) => $.rest.title, { name: entity.commonName }),
      content: t(($) => $.rest.text),
      confirmLabel: t(($) => $.rest.confirm),
      destructive: true,
      confirm: () => saving.mutate(next),
    })
  }
  const fields = {
    entity,
    draft,
    isAtTop,
    set: (next: EntityDraft): void => {
      setDraft(next)
      // What was found wrong goes with the first key that changes it.
      const isLeft = (field: EntityField): boolean => next[field] === draft[field]
      if (faults.size > 0) setFaults(new Map([...faults].filter(([field]) => isLeft(field))))
    },
    preset: (part: Partial<EntityDraft>): void => {
      const next = { ...draft, ...part }
      if (draft === began) setBegan(next)
      setDraft(next)
    },
    problem: (field: EntityField): string | null => {
      const code = faults.get(field)
      if (code === undefined) return null
      const words = faultText(i18n, code, { schema: entitySchema, path: [field] })
      return words ?? faultText(i18n, 'REQUEST_INVALID', { schema: entitySchema, path: [] })
    },
  }
  return (
    <>
      <OfficeForm
        maw={880}
        gap="lg"
        saving={saving}
        isUnsaved={draft !== began}
        onSubmit={submit}
        trouble={
          <SaveError
            error={saving.error}
            title={t(($) => (entity === null ? $.createFailed : $.updateFailed))}
            onReload={onReload}
          >
            <BlockingReferences error={saving.error} />
          </SaveError>
        }
        buttons={
          draft.type !== null && (
            <>
              <Button type="submit" loading={saving.isPending}>
                {entity === null ? t(($) => $.submit) : t(($) => $.save)}
              </Button>
              <ButtonLink to="/entities" variant="default">
                {t(($) => $.action.cancel, { ns: 'common' })}
              </ButtonLink>
              {entity !== null && <CreatedAt entity={entity} />}
            </>
          )
        }
      >
        <TypeField {...fields} />
        {draft.type !== null && (
          <>
            <IdentityFields {...fields} />
            {draft.type !== 'root_management_unit' && <HierarchyFields {...fields} type={draft.type} />}
            <AddressFields {...fields} type={draft.type} />
            {draft.type === 'store' && <VisitFields {...fields} />}
            <PositionFields {...fields} />
          </>
        )}
      </OfficeForm>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </>
  )
}

function CreatedAt({ entity }: { readonly entity: OrganizationAnswer }) {
  const { t } = useTranslation('entity')
  const date = useFormat().date(new Date(entity.createdAt))
  return (
    <Text size="sm" c="dimmed">
      {t(($) => $.createdAt, { date })}
    </Text>
  )
}

async function readChecks(): Promise<PlaceChecks> {
  return (await import('#domain/customer/customer-checks.library.ts')).libraryChecks
}
