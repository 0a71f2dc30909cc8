import { useTranslation } from 'react-i18next'
import type { CategoryAnswer } from '#sync/calls/category.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'

/** What uses the category: products, questions and workshops, which are changed on pages of their own. */
export function UseBlock({ category }: { readonly category: CategoryAnswer }) {
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const { id, referringWorkshops, numberOfProducts, numberOfPublishedProducts, numberOfQuestions } = category
  return (
    <FactBlock
      title={t(($) => $.category.use)}
      facts={[
        {
          label: t(($) => $.column.publishedOfAll),
          value: `${format.number(numberOfPublishedProducts)} / ${format.number(numberOfProducts)}`,
        },
        {
          label: t(($) => $.column.questions),
          value: (
            <AnchorLink to="/diagnostic/category/$categoryId" params={{ categoryId: id }} underline="always">
              {format.number(numberOfQuestions)}
            </AnchorLink>
          ),
        },
        { label: t(($) => $.category.workshops), value: referringWorkshops.map(({ name }) => name).join(' · ') },
      ]}
    />
  )
}
