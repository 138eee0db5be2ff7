import { useText } from '../../platform/texts.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { WidgetSkeleton } from '../../widgets/index.ts'

const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Skeleton of a dashboard while it loads. */
export function BoardSkeleton({ head = true }: { head?: boolean }) {
  const t = useText()
  return (
    <>
      {head && <PageHead title={t('nav.home')} />}
      <div className="board-sk">
        {tiles.map(tile => (
          <WidgetSkeleton key={tile} />
        ))}
      </div>
    </>
  )
}
