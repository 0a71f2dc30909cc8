import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PictureField } from '#web/staff/ui/form/picture-field.tsx'
import type { ProductFieldsProps } from './product-fields.ts'

/** The product's picture, and the large one of its own page (CAT-35). */
export function ImagesTab({ product, draft, set, fault }: ProductFieldsProps) {
  const { t } = useTranslation('catalog')
  return (
    <Stack gap="xl">
      {(['image', 'imageHd'] as const).map((field) => (
        <PictureField
          key={field}
          use="product"
          label={t(($) => $.product[field])}
          hint={t(($) => $.product.about[field])}
          absent={t(($) => $.category.noImage)}
          stored={product?.[field] ?? null}
          value={draft[field]}
          problem={fault(field)}
          disabled={false}
          onChange={(value) => set({ [field]: value })}
        />
      ))}
    </Stack>
  )
}
