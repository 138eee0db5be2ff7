import type { CategoryId } from '@steading/contract/devices/categories'
import { figureText } from '@steading/locales/production'
import { useQuery } from '@tanstack/react-query'
import { categoryName } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { environmentQuery } from '../figures.queries.ts'

/** How much of the climate of a batch was within the limits of its curve, and how much was measured. */
export function EnvironmentCard({ id }: { id: string }) {
  const t = useText()
  const { data: categories } = useQuery(environmentQuery(id))
  if (!categories || categories.length === 0) return null
  return (
    <Card title={t('report.compliance')}>
      <Fields
        items={categories.map(({ category, coverage, compliance }) => ({
          label: categoryName(category as CategoryId, t), // safe: climate categories
          value: (
            <span className="num">
              {figureText(compliance, '%', 1, t)}{' '}
              <span className="dim">{t('kpi.measured', { share: figureText(coverage, '%', 1, t) })}</span>
            </span>
          ),
        }))}
      />
    </Card>
  )
}
