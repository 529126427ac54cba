/** “83 % +4”: a share, and the points that it has gained since the run before. */
export const Share = ({ now, before }: { readonly now: number | null; readonly before: number | null }) => {
  if (now === null) return <span className="text-soft">–</span>
  const points = before === null ? 0 : Math.round((now - before) * 100)
  return (
    <>
      {`${Math.round(now * 100)} %`}
      {points !== 0 && (
        <span className={`ml-1.5 ${points > 0 ? 'text-good' : 'text-bad'}`}>
          {points > 0 ? `+${points}` : `−${-points}`}
        </span>
      )}
    </>
  )
}
