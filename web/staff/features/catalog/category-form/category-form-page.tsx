import { Alert, Button, Stack } from '@mantine/core'
import { IconCategory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newCategorySchema, type NewCategory } from '#domain/catalog/category.schema.ts'
import {
  createCategoryCall,
  patchCategoryCall,
  type CategoryAnswer,
  type ListedCategory,
} from '#sync/calls/category.ts'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { onlyOf } from '#web/staff/ui/form/only-choice.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { sentPicture } from '#web/staff/ui/form/picture-file.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { buyersQuery, categoriesQuery, categoryQuery } from '../catalog-calls.ts'
import { ArchiveBlock } from './archive-block.tsx'
import { checkCategory, draftOf, type CategoryDraft, type CategoryFaults } from './category-draft.ts'
import { CircuitBlock } from './circuit-block.tsx'
import { CategoryFields } from './category-fields.tsx'
import { UseBlock } from './use-block.tsx'
import { useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** `/category/create` and `/category/{id}/edit` (CAT-02 to CAT-15, CAT-18). */
export function CategoryFormPage({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('catalog')
  const http = useHttp()
  const tree = useQuery(categoriesQuery(http))
  const buyers = useQuery(buyersQuery(http))
  const category = useQuery({ ...categoryQuery(http, id ?? ''), enabled: id !== null })
  const own = id === null ? buyers : category
  const isReady = tree.data !== undefined && own.data !== undefined
  return (
    <Page
      title={id === null ? t(($) => $.categories.create) : (category.data?.name ?? t(($) => $.categories.edit))}
      icon={IconCategory}
      crumbs={[{ title: t(($) => $.categories.title), to: '/categories/list' }]}
    >
      {isReady ? (
        <CategoryForm
          key={`${category.data?.id ?? ''} ${category.data?.version ?? 0}`}
          category={category.data ?? null}
          tree={tree.data['hydra:member']}
          buyers={buyers.data?.['hydra:member'] ?? []}
          onReload={() => void category.refetch()}
        />
      ) : (
        <QueryPlaceholder
          error={tree.error ?? own.error}
          missing={t(($) => $.form.missing.category)}
          isRetrying={tree.isFetching || own.isFetching}
          onRetry={() => void Promise.all([tree.refetch(), own.refetch()])}
        />
      )}
    </Page>
  )
}

const noFaults: CategoryFaults = new Map()

function firstDraft(
  category: CategoryAnswer | null,
  tree: readonly ListedCategory[],
  buyers: readonly OrganizationAnswer[],
): CategoryDraft {
  const draft = draftOf(category)
  if (category !== null) return draft
  const parentId = onlyOf(tree.filter(({ status }) => status === 'active'))?.id ?? null
  return { ...draft, parentId, organizationId: onlyOf(buyers)?.id ?? null }
}

function CategoryForm(props: {
  readonly category: CategoryAnswer | null
  readonly tree: readonly ListedCategory[]
  readonly buyers: readonly OrganizationAnswer[]
  readonly onReload: () => void
}) {
  const { category, tree, buyers, onReload } = props
  const { t, i18n } = useTranslation('catalog')
  const [began] = useState(() => firstDraft(category, tree, buyers))
  const [draft, setDraft] = useState<CategoryDraft>(() => began)
  const [faults, setFaults] = useState(noFaults)
  const languages = useTextLanguages(faults)
  const saving = useSaveCategory(category, (field, code) => {
    setFaults(new Map([[field, code]]))
    languages.lead([field])
  })
  const facts = {
    mayBeTop: category === null ? tree.length === 0 : category.parentId === null,
    isThere: category !== null,
  }
  const fault = (path: string): string | null => {
    const message = faults.get(path)
    if (message === undefined) return null
    return faultText(i18n, message, { schema: newCategorySchema, path: path.split('.') }) ?? t(($) => $.form.invalid)
  }
  const set = (next: CategoryDraft): void => {
    setDraft(next)
    if (faults.size === 0) return
    // What was found wrong is looked at again with each key; what the server has refused goes once it is mended.
    const checked = checkCategory(next, facts)
    const left = checked.ok ? noFaults : checked.error
    setFaults(new Map([...left].filter(([path]) => faults.has(path))))
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const checked = checkCategory(draft, facts)
    setFaults(checked.ok ? noFaults : checked.error)
    if (!checked.ok) languages.lead(checked.error.keys())
    if (checked.ok)
      return saving.mutate({ ...checked.value, organizationId: draft.organizationId, image: sentPicture(draft.image) })
    focusFirstFault(event.currentTarget)
  }
  const hasNoBuyer = category === null && buyers.length === 0
  return (
    <Stack gap="xl" maw={880}>
      <OfficeForm
        saving={saving}
        isUnsaved={draft !== began}
        onSubmit={submit}
        trouble={faults.size === 0 && <SaveError error={saving.error} onReload={onReload} />}
        buttons={
          <>
            <Button type="submit" loading={saving.isPending}>
              {category === null ? t(($) => $.categories.create) : t(($) => $.form.save)}
            </Button>
            <ButtonLink to="/categories/list" variant="default">
              {t(($) => $.form.cancel)}
            </ButtonLink>
          </>
        }
      >
        {hasNoBuyer && (
          <Alert color="yellow" role="alert">
            {codeText(i18n, 'CATEGORY_NO_BUYER')}
          </Alert>
        )}
        <CategoryFields
          category={category}
          tree={tree}
          buyers={buyers}
          draft={draft}
          languages={languages}
          fault={fault}
          onChange={set}
        />
      </OfficeForm>
      {category !== null && (
        <>
          <CircuitBlock category={category} />
          <UseBlock category={category} />
          <ArchiveBlock category={category} isTouched={draft !== began} onReload={onReload} />
        </>
      )}
    </Stack>
  )
}

type Sent = Omit<NewCategory, 'organizationId'> & {
  readonly organizationId: string | null
  /** Base64; null takes the picture away, undefined leaves it. */
  readonly image: string | null | undefined
}

function useSaveCategory(category: CategoryAnswer | null, onFault: (field: string, code: string) => void) {
  const http = useHttp()
  return useSaveToList({
    send: ({ organizationId, ...body }: Sent) =>
      category === null
        ? http(createCategoryCall, { body: { ...body, organizationId } })
        : http(patchCategoryCall, {
            params: { id: category.id },
            // A buyer that is there stays.
            body: { ...body, ...(category.organizationId === null && organizationId !== null && { organizationId }) },
            ifMatch: category.version,
          }),
    queryKey: catalogKey,
    to: { to: '/categories/list' },
    message: category === null ? 'created' : 'saved',
    onRefused: ({ field, code }) => field !== undefined && onFault(field, code),
  })
}
