import { isPoultry } from '@steading/contract/production/species'
import { useQuery } from '@tanstack/react-query'
import { to } from '../platform/navigation/paths.ts'
import { useText } from '../platform/texts.tsx'
import { entryQuery } from '../resource/index.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { CurveChart } from './CurveChart.tsx'
import { curveResource } from './curveResource.tsx'
import type { CurveEntry } from './curveResource.tsx'

/** A curve, drawn over the whole page. */
export default function CurveView() {
  const t = useText()
  const id = useParam('curveId')
  const { data, error, refetch } = useQuery(entryQuery(curveResource, id))
  const back = { href: to('/production/curves/details/{curveId}', { curveId: id }), label: t('curve.one') }
  if (!data) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const { displayName, species, ageUnit, details } = data as unknown as CurveEntry // safe: an entry of this book
  return (
    <>
      <PageHead back={back} title={displayName} />
      <Card>
        <CurveChart points={details} ageUnit={ageUnit} poultry={isPoultry(species)} />
      </Card>
    </>
  )
}
