// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/page.hpp"

namespace tfrec::cli {

// The page is whole without it: it sorts tables and enlarges images.
HtmlLiteral page_script() {
  return R"js(
(function () {
  'use strict';
  function value(cell) {
    var sort = cell.getAttribute('data-sort');
    var text = sort === null ? cell.textContent.trim() : sort;
    var number = Number(text.replace(/,/g, '').replace(/ ?%$/, ''));
    return text !== '' && !isNaN(number) ? number : text.toLowerCase();
  }
  function order(a, b) {
    if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
    return typeof a === 'number' ? -1 : 1;
  }
  function sortBy(table, column, head) {
    var down = head.getAttribute('aria-sort') === 'ascending';
    table.querySelectorAll('thead th').forEach(function (one) { one.removeAttribute('aria-sort'); });
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    var body = table.tBodies[0];
    Array.from(body.rows).map(function (row) { return [value(row.cells[column]), row]; })
      .sort(function (a, b) { return down ? order(b[0], a[0]) : order(a[0], b[0]); })
      .forEach(function (pair) { body.appendChild(pair[1]); });
  }
  document.querySelectorAll('table').forEach(function (table) {
    if (!table.tBodies[0] || table.tBodies[0].rows.length < 3) return;
    table.querySelectorAll('thead th').forEach(function (head, column) {
      if (head.textContent === '') return;
      var button = document.createElement('button');
      button.type = 'button';
      button.title = 'Sort';
      while (head.firstChild) button.appendChild(head.firstChild);
      head.appendChild(button);
      button.addEventListener('click', function () { sortBy(table, column, head); });
    });
  });
  var dialog = document.createElement('dialog');
  if (!dialog.showModal) return;
  var content = document.createElement('div');
  var close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Close';
  dialog.setAttribute('aria-label', 'Image');
  dialog.appendChild(content);
  dialog.appendChild(close);
  document.body.appendChild(dialog);
  close.addEventListener('click', function () { dialog.close(); });
  dialog.addEventListener('click', function (event) { if (event.target === dialog) dialog.close(); });
  function enlarge(figure) {
    content.replaceChildren.apply(content, Array.from(figure.children).map(function (one) {
      return one.cloneNode(true);
    }));
    dialog.showModal();
  }
  document.querySelectorAll('figure').forEach(function (figure) {
    if (!figure.querySelector('img')) return;
    figure.tabIndex = 0;
    figure.setAttribute('role', 'button');
    figure.addEventListener('click', function () { enlarge(figure); });
    figure.addEventListener('keydown', function (event) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      enlarge(figure);
    });
  });
}());
)js";
}

}  // namespace tfrec::cli
