import { MOST_COUNTED, PAGE_SIZES, type Page } from '@steading/contract/http/paging'
import { number } from '@steading/locales/format'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { lastPage, pageButtons } from './pages.ts'

/** Which rows these are, how many fit on a page, and the way to the others. Beyond the last page it leads to the last. */
export function Pager({
  page,
  onPage,
  onSize,
  sizes = PAGE_SIZES,
}: {
  page: Omit<Page<unknown>, 'content'>
  onPage: (page: number) => void
  onSize: (size: number) => void
  sizes?: readonly number[]
}) {
  const t = useText()
  const { size, totalElements: total } = page
  const last = lastPage(page)
  const current = Math.min(page.number, last)
  useEffect(() => {
    if (page.number > last) onPage(last)
    // It is another function at each drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page.number, last])
  const more = total > MOST_COUNTED
  const counted = Math.min(total, MOST_COUNTED)
  const range = {
    from: number(current * size + 1, t),
    to: number(Math.min(counted, (current + 1) * size), t),
    total: number(counted, t),
  }
  return (
    <div className="pager">
      <span className="num dim">{t(more ? 'list.rangeOfMore' : 'list.range', range)}</span>
      {sizes.length > 1 && total > (sizes[0] ?? 0) && (
        <label className="pager-size">
          <span aria-hidden>{t('list.rows')}</span>
          <span className="vh">{t('list.rowsPerPage')}</span>
          <select value={size} onChange={event => onSize(Number(event.currentTarget.value))}>
            {sizes.map(one => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      {last > 0 && (
        <nav aria-label={t('list.pages')}>
          <button type="button" disabled={current === 0} onClick={() => onPage(current - 1)} aria-label={t('list.previous')}>
            <IconChevronLeft size={15} aria-hidden />
          </button>
          {pageButtons(current, last + 1).map(pageButton => (
            <button
              key={pageButton}
              type="button"
              className="num"
              aria-current={pageButton === current ? 'page' : undefined}
              aria-label={t('list.page', { page: pageButton + 1 })}
              onClick={() => onPage(pageButton)}
            >
              {pageButton + 1}
            </button>
          ))}
          <button type="button" disabled={current === last} onClick={() => onPage(current + 1)} aria-label={t('list.next')}>
            <IconChevronRight size={15} aria-hidden />
          </button>
        </nav>
      )}
    </div>
  )
}
