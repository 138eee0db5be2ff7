import { useText } from '../platform/texts.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Waiting } from '../widgets/index.ts'

const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A dashboard that is on its way: tiles in the place of tiles. */
export function BoardSkeleton({ head = true }: { head?: boolean }) {
  const t = useText()
  return (
    <>
      {head && <PageHead title={t('nav.home')} />}
      <div className="board-sk">
        {tiles.map(tile => (
          <Waiting key={tile} />
        ))}
      </div>
    </>
  )
}
