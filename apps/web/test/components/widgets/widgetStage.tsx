import type { ReactNode } from 'react'
import { sessionSource } from '../../../src/widgets/source/sessionSource.ts'
import { type DashboardSource, SourceProvider } from '../../../src/widgets/source/source.ts'
import { openStage } from '../stage.tsx'

type Replies = NonNullable<NonNullable<Parameters<typeof openStage>[1]>['replies']>

/** Cells of the grid at their usual size, px. */
const CELL = { width: 92, height: 92, gap: 12 }
const lengthOf = (cells: number, cell: number) => cells * cell + (cells - 1) * CELL.gap

/** Draws a widget in a place of so many cells of a dashboard. */
export async function openWidget(
  view: ReactNode,
  replies: Replies = {},
  { size: [w, h] = [6, 4], source = sessionSource }: { size?: readonly [w: number, h: number]; source?: DashboardSource } = {},
) {
  // The page of the application says so; charts and contrasts need the tokens.
  document.documentElement.dataset['theme'] = 'steading'
  const stage = await openStage(
    <SourceProvider value={source}>
      <div data-testid="place" style={{ width: lengthOf(w, CELL.width), height: lengthOf(h, CELL.height) }}>
        {view}
      </div>
    </SourceProvider>,
    { replies },
  )
  return { ...stage, place: stage.screen.getByTestId('place') }
}

/** An answer that is on its way for as long as a test lasts. */
export const neverComes = () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })
