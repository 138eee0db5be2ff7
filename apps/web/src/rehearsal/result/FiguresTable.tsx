import { useText } from '../../platform/texts.tsx'
import type { Figure } from './figures.ts'

/** The figures of the draft, beside those of the version in service where there is one. */
export function FiguresTable({ figures, isBeside }: { figures: readonly Figure[]; isBeside: boolean }) {
  const t = useText()
  return (
    <table className="rehearsal-result">
      <caption>{t('rehearsal.result')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('rehearsal.result')}</span>
          </th>
          <th scope="col">{t('rehearsal.draft')}</th>
          {isBeside && <th scope="col">{t('rehearsal.deployed')}</th>}
          {isBeside && <th scope="col">{t('rehearsal.change')}</th>}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ key, name, draft, deployed, change, tone }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className="num ink">{draft}</td>
            {isBeside && <td className="num">{deployed}</td>}
            {isBeside && (
              <td className="num" data-tone={tone}>
                {change}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
