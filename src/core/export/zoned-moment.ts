/** Formats times in a time zone. */

export type ShowMoment = (at: string) => { readonly day: string; readonly time: string };

export function zonedMoments(timeZone: string): ShowMoment {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (at) => {
    const moment = new Date(at);
    if (Number.isNaN(moment.getTime())) return { day: '', time: '' };
    const [day = '', time = ''] = format.format(moment).split(' ');
    return { day, time };
  };
}
